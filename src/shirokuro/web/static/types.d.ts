// What crosses between server and page, for the type checker; tests/test_page_types.py writes it.
export type Side = "black" | "white";
export type Mark = "" | "?!" | "?" | "??";
export type AddedToLibrary = { added: number; known: number; left_out: number; is_whole: boolean;
  problems: TextProblem[] };
export type AnalysedMove = { move: string; depth: number; nodes_a_second: number; threads: number };
export type AnalysisAsked = { board?: string; text?: string; mode?: "exact" | "wld";
  seconds?: number | null };
export type Badge = { kind: "exact" | "wld" | "selective" | "depth" | "bound" | "book" | "solved";
  depth?: number | null; confidence?: number | null };
export type BoardList = { boards: DrawnBoard[] };
export type ClockTimes = { black: number; white: number; running: Side | null };
export type CoachAsked = { name?: string };
export type CoachView = { ply: number; rating: number; moves: MoveAdvice[] };
export type ColourRecord = { won: number; drawn: number; lost: number };
export type ComparedNumber = { feature: string; label: Words; mine: number; best: number; counts: boolean };
export type Complaint = { code: string; text: string; words: Words };
export type CurveView = { points: PointView[]; left: number };
export type DeviceCode = { code: string; seconds: number };
export type DeviceCodeAsked = { code: string };
export type Discs = { black: string[]; white: string[] };
export type DrawnBoard = { name: string; is_round: boolean; is_loop: boolean; width: number;
  view: [number, number, number, number]; disc: number; cells: DrawnCell[]; labels: DrawnLabel[];
  stars: [number, number][]; start: Discs; solved: SolvedStart | null };
export type DrawnCell = { name: string; path: string; x: number; y: number; row: number; column: number;
  is_rim: boolean; near: { [name: string]: string | undefined } };
export type DrawnLabel = { text: string; x: number; y: number };
export type DrillAnswer = { tried: TriedMove; drill: DrillView; counted: boolean };
export type DrillList = { drills: DrillView[]; due: number; kept: number; next: number | null };
export type DrillTry = { move: string; day?: string | null };
export type DrillView = { id: string; board: string; text: string; side: Side; move: string; loss: number;
  mark: Mark; is_kept: boolean; due: number; right: number };
export type EndgameList = { puzzles: PuzzleView[]; solved: number; of: number };
export type ErrorBody = { error: Complaint };
export type ExperienceList = { experiences: ExperienceView[] };
export type ExperienceView = { name: string; games: number };
export type ExportAsked = { board?: string; text: string;
  format: "text" | "ggf" | "json" | "svg" | "svg-animated"; ply?: number | null };
export type FeatureCount = { black: number; white: number; defined: boolean };
export type GameEnding = { winner: Side | null; black: number; white: number; margin: number;
  handicap_discs: number; by: "discs" | "resigned" | "clock" | "left" | "agreed" | "fault"; text: Words };
export type GameList = { games: GameSummary[]; more: boolean; found: number };
export type GameReview = { moves: JudgedMove[]; totals: ReviewTotals };
export type GameSummary = { id: string; board: string; black: Seat; white: Seat; moves: number; line: string;
  result: string; winner: Side | "nobody" | ""; started: number; updated: number; opening: Words | null };
export type GameView = { id: string | null; board: string; seats: Seats; start: StartPosition;
  moves: MadeMove[]; ply: number; turn: Side; black: string[]; white: string[]; legal: LegalMove[];
  is_over: boolean; result: GameEnding | null; waits: boolean; thinking: Thinking | null;
  clock: ClockTimes | null; can_undo: boolean; can_redo: boolean; opening: OpeningName | null;
  people: PeopleView | null; revision: number; started: number; updated: number };
export type GivenLink = { secret: string };
export type HealthView = { status: "ok"; version: string };
export type Imported = { added: number; known: number };
export type InvitationView = { board: string; side: Side; name: string; clock: string | null;
  state: "free" | "taken" | "yours" | "own"; game: string | null };
export type JudgedMove = { ply: number; side: Side; move: string; value: number; best: string;
  best_value: number; loss: number; accuracy: number; mark: Mark; badge: Badge; certainty: number;
  peers: PeersView | null; line: string[]; punish: string[] };
export type LabCell = { name: string; player: string; planned: number; played: number };
export type LabCellList = { title: Words; question: Words; cells: LabCell[] };
export type LabGame = { key: string; board: string; black: string; white: string; margin: number | null;
  moves: number; opening: string };
export type LabGameList = { games: LabGame[]; next: number | null };
export type LabRun = { name: string; title: Words };
export type LabStore = { name: string; games: number; runs: LabRun[] };
export type LabStoreList = { stores: LabStore[] };
export type LegalMove = { move: string; flips: string[][] };
export type LessonList = { lessons: LessonView[] };
export type LessonPositionView = { board: string; text: string; accepted: string[]; turns: number | null;
  task: Words; done: Words };
export type LessonView = { name: string; title: Words; is_round: boolean; positions: LessonPositionView[];
  learned: number[] };
export type LevelChoice = { level: number; spec: string; name: Words; rating: number | null;
  seconds: number | null };
export type LibraryExportAsked = { board?: string; text?: string; games?: LibraryFilter; everywhere?: boolean;
  format: "ggf" | "sgf" | "pgn" | "json" | "transcript" };
export type LibraryFilter = { player?: string; opponent?: string; place?: string; first_year?: number | null;
  last_year?: number | null; winner?: "" | "black" | "white" | "nobody" };
export type LibraryPageAsked = { board?: string; text?: string; games?: LibraryFilter; everywhere?: boolean;
  first?: number; limit?: number };
export type LibraryPuzzle = { puzzle: PuzzleView | null };
export type LibraryState = { games: number; first_year: number | null; last_year: number | null;
  can_import: boolean; most_bytes: number };
export type LineAsked = { board?: string; text?: string; moves?: string[] };
export type LinkAsked = { secret: string };
export type ListedGame = { number: number; board: string; black: string; white: string; place: string;
  date: string; result: number | null; moves: number; ply: number | null; opening: OpeningName | null };
export type ListedGames = { games: ListedGame[]; total: number };
export type MadeMove = { ply: number; side: Side; move: string; flips: string[][]; value: number | null;
  seconds: number | null };
export type MatchList = { matches: MatchSummary[]; more: boolean };
export type MatchOpenings = { openings: MatchedOpening[] };
export type MatchSummary = { id: string; board: string; first: Seat; second: Seat;
  state: "going" | "done" | "cancelled"; pace: number | null; total: number; played: number; wins: number;
  draws: number; losses: number; started: number };
export type MatchView = { id: string; board: string; first: Seat; second: Seat;
  state: "going" | "done" | "cancelled"; pace: number | null; total: number; played: number; wins: number;
  draws: number; losses: number; started: number; elo: number | null; elo_error: number | null;
  elo_interval: [number | null, number | null]; mean_margin: number; opening_moves: number;
  games: MatchedGame[]; current: string | null; boards: string[]; trouble: string; updated: number };
export type MatchedGame = { number: number; id: string; first: Side; margin: number | null; black: number;
  white: number; moves: number };
export type MatchedOpening = { opening: OpeningLabel | null; games: number; wins: number; draws: number;
  losses: number; mean_margin: number };
export type MoveAdvice = { move: string; loss: number; advice: "ask" | "praise" };
export type MoveAsked = { board?: string; text?: string; move: string };
export type MoveChance = { move: string; chance: number };
export type MoveExplanation = { move: string; best: string; loss: number; reasons: ReasonGiven[];
  is_deep: boolean; compared: ComparedNumber[] };
export type MoveLoss = { ply: number; side: Side; move: string; loss: number };
export type MoveValue = { move: string; value: number; is_most: boolean; badge: Badge; certainty: number;
  line: string[] };
export type MoveValuesView = { values: MoveValue[] };
export type MovesThatKeep = { ending: "win" | "draw" | "loss"; moves: string[]; of: number };
export type NewDrill = { board?: string; text?: string; move: string; again?: boolean };
export type NewGame = { board?: string; seats: SeatsAsked; clock?: string | null; text?: string | null;
  handicap?: number; handicap_discs?: number; seed?: number | null; name?: string };
export type NewInvitation = { board?: string; side?: "black" | "white" | "lot"; clock?: string | null;
  text?: string | null; handicap?: number; name?: string };
export type NewInvitationView = { secret: string; game: GameView };
export type NewMatch = { board?: string; first: string; second: string; games?: number; pace?: number | null;
  seed?: number | null };
export type NewMove = { move: string; ply: number };
export type NewPace = { pace: number | null };
export type OpeningAsked = { board?: string; text?: string; games?: LibraryFilter | null };
export type OpeningFigures = { value: number | null; badge: Badge | null; games: number; wins: number;
  draws: number; score: number | null };
export type OpeningLabel = { name: Words; english: string[]; japanese: string[]; ply: number;
  moves: string[] };
export type OpeningLine = { opening: OpeningLabel; moves: string[]; figures: OpeningFigures; count: number;
  below: OpeningLine[] };
export type OpeningMove = { move: string; equal: string[]; figures: OpeningFigures;
  opening: OpeningLabel | null; line: string[] };
export type OpeningName = { en: string; ja: string; known: number; family: Words | null };
export type OpeningView = { board: string; place: PlayedLine; passed: OpeningLabel[]; figures: OpeningFigures;
  moves: OpeningMove[]; named: OpeningLine[]; has_book: boolean; has_games: boolean; boards: string[] };
export type OpeningsFound = { openings: OpeningLabel[]; nearest: string[] };
export type OwnedFile = { format: "shirokuro-mine"; version: 1; made?: number | null; tables: {
  [name: string]: object[] | undefined } };
export type OwnerToken = { token: string };
export type ParameterChoice = { name: string; kind: "whole" | "number" | "truth" | "choice";
  default: boolean | number | string; least: number | null; most: number | null; choices: string[];
  about: Words; is_technical: boolean };
export type PeersView = { rating: number; played: number; best: number; loss: number };
export type PeopleAsked = { board?: string; text?: string; rating?: number };
export type PeopleHereView = { rating: number; chances: MoveChance[]; by_values: boolean;
  is_extrapolated: boolean; keeps: number; loss: number; blunder: number };
export type PeopleView = { you: Side | null; black: PersonView | null; white: PersonView | null;
  claim: number | null; next: string | null };
export type PersonView = { name: string; is_here: boolean; offers: boolean };
export type PlayedLine = { start: StartPosition; moves: MadeMove[]; turn: Side; black: string[];
  white: string[]; legal: LegalMove[]; is_over: boolean };
export type PlayerChoice = { name: string; group: "rival" | "study" | "simple" | "engine" | "own";
  about: Words; origin: string; boards: string[]; parameters: ParameterChoice[] };
export type PlayerList = { levels: LevelChoice[]; groups: ("rival" | "study" | "simple" | "engine" | "own")[];
  players: PlayerChoice[] };
export type PointView = { ended: number; rating: number; error: number; loss: number };
export type PositionAnalysis = { values: MoveValue[]; best: MoveValue | null; keeping: MovesThatKeep | null;
  near: string[]; turn: Side; empties: number; discs: Discs; features: {
  [name: string]: FeatureCount | undefined }; regions: RegionSizes; opening: OpeningName | null;
  is_over: boolean; is_final: boolean; now?: AnalysedMove | null };
export type PracticeDay = { day: string; answered: number; right: number };
export type PracticeView = { days: PracticeDay[]; rating: number; rating_error: number; answered: number;
  of: number; puzzles: PuzzleView[] };
export type PuzzleAnswer = { tried: TriedMove; counted: boolean; rating: number; rating_before: number };
export type PuzzleTry = { puzzle: string; move: string | null; day: string };
export type PuzzleView = { board: string; text: string; side: Side; kind: "middle" | "endgame";
  empties: number; rating: number; is_from_library: boolean };
export type ReasonGiven = { term: string; title: Words; sentence: Words; to_you: Words; is_missed: boolean;
  ply: number; line: string[]; arrows: [string, string][]; cells: {
  [name: string]: "lost" | "gained" | "left" | "opened" | undefined } };
export type RegionSizes = { odd: number[]; even: number[] };
export type Rematch = { swap?: boolean; name?: string | null };
export type Renamed = { name: string; to: string };
export type ReviewAsked = { board?: string; text?: string | null; game?: string | null; name?: string;
  refine?: boolean };
export type ReviewRatings = { black: SideRating; white: SideRating };
export type ReviewTotals = { black: SideTotals; white: SideTotals; ratings?: ReviewRatings | null };
export type RivalGameView = { name: string; side: Side;
  standing: "playing" | "over" | "counted" | "unfinished" | "elsewhere" | "read" | "taken_back" | "hint" | "coach" | "analysis";
  strength: RivalStrength | null; record: RivalRecord; report: RivalReportView | null };
export type RivalMemoryList = { rivals: RivalMemoryView[] };
export type RivalMemoryView = { name: string; games: number; strength: RivalStrength | null;
  record: RivalRecord };
export type RivalRecord = { black: ColourRecord; white: ColourRecord };
export type RivalReportView = { texts: Words[]; losses: MoveLoss[] };
export type RivalStrength = { loss: number; error: number; level: number; weakest: number; strongest: number;
  rating: number; rating_error: number };
export type Seat = { kind: "person" | "player" | "friend"; spec: string; name: Words; about: Words;
  player: string; parameters: { [name: string]: string | null | undefined } };
export type SeatAsked = { secret: string; name?: string };
export type Seats = { black: Seat; white: Seat };
export type SeatsAsked = { black: string; white: string };
export type SeatsTo = { token: string };
export type SideRating = { rating: number; source: "rival" | "game" | "default" };
export type SideTotals = { lost: number; mean_loss: number | null; accuracy: number | null };
export type SolvedStart = { winner: Side | null; margin: number | null };
export type StartPosition = { black: string[]; white: string[]; turn: Side };
export type StepAnswer = { move: string; accepted: boolean; value: number | null; loss: number | null;
  mark: Mark; best: string[]; best_value: number; badge: Badge };
export type StepAsked = { board?: string; text?: string; side: Side; move?: string | null; keep?: boolean;
  seed?: number | null };
export type StepTaken = { answer: StepAnswer | null; moves: string[]; asks: boolean; is_kept: boolean };
export type TextAsked = { text: string; board?: string | null; search?: string; first?: number;
  limit?: number };
export type TextGame = { number: number; game: GameView; text: string; place: string; date: string;
  result: number | null; remarks: Words[] };
export type TextGames = { games: TextGame[]; found: number; total: number; problems: TextProblem[] };
export type TextProblem = { text: Words; line?: number | null; column?: number | null; game?: number | null };
export type Thinking = { side: Side; seconds: number; depth?: number | null; nodes?: number | null;
  value?: number | null; move?: string | null };
export type TriedMove = { move: string; accepted: boolean; value: number; loss: number; mark: Mark;
  badge: Badge; best: string; best_value: number; near: string[]; line: string[] };
export type Words = { [name: string]: string | undefined };

/** The requests of the interface: method, path, answer, body. */
export type Routes =
  | ["POST", `/games/${string}/moves`, GameView, NewMove]
  | ["POST", `/games`, GameView, NewGame]
  | ["GET", `/games`, GameList, undefined]
  | ["GET", `/games/${string}`, GameView, undefined]
  | ["DELETE", `/games/${string}`, null, undefined]
  | ["POST", `/games/${string}/undo`, GameView, undefined]
  | ["POST", `/games/${string}/redo`, GameView, undefined]
  | ["POST", `/games/${string}/resign`, GameView, undefined]
  | ["POST", `/games/${string}/stop`, GameView, undefined]
  | ["POST", `/games/${string}/again`, GameView, Rematch]
  | ["GET", `/games/${string}/rival`, RivalGameView, undefined]
  | ["POST", `/games/${string}/hint`, MoveValuesView, undefined]
  | ["POST", `/games/${string}/coach`, CoachView, CoachAsked]
  | ["POST", `/games/${string}/coach/asked`, null, undefined]
  | ["POST", `/invitations`, NewInvitationView, NewInvitation]
  | ["POST", `/invitations/look`, InvitationView, LinkAsked]
  | ["POST", `/invitations/join`, GameView, SeatAsked]
  | ["POST", `/spectators`, GameView, LinkAsked]
  | ["POST", `/mine/seats`, null, SeatsTo]
  | ["POST", `/games/${string}/invitation`, GivenLink, undefined]
  | ["POST", `/games/${string}/spectators`, GivenLink, undefined]
  | ["POST", `/games/${string}/draw`, GameView, undefined]
  | ["DELETE", `/games/${string}/draw`, GameView, undefined]
  | ["POST", `/games/${string}/claim`, GameView, undefined]
  | ["POST", `/games/${string}/rematch`, GameView, undefined]
  | ["GET", `/boards`, BoardList, undefined]
  | ["GET", `/players`, PlayerList, undefined]
  | ["POST", `/owners`, OwnerToken, undefined]
  | ["POST", `/owners/code`, OwnerToken, DeviceCodeAsked]
  | ["GET", `/rivals`, RivalMemoryList, undefined]
  | ["DELETE", `/rivals`, null, undefined]
  | ["POST", `/rivals/rename`, null, Renamed]
  | ["GET", `/experiences`, ExperienceList, undefined]
  | ["DELETE", `/experiences`, null, undefined]
  | ["POST", `/analysis`, PositionAnalysis, AnalysisAsked]
  | ["POST", `/lines`, PlayedLine, LineAsked]
  | ["POST", `/people`, PeopleHereView, PeopleAsked]
  | ["POST", `/reviews`, GameReview, ReviewAsked]
  | ["POST", `/tries`, TriedMove, MoveAsked]
  | ["POST", `/explanations`, MoveExplanation, MoveAsked]
  | ["GET", `/drills`, DrillList, undefined]
  | ["POST", `/drills`, DrillView, NewDrill]
  | ["POST", `/drills/${string}/answers`, DrillAnswer, DrillTry]
  | ["DELETE", `/drills/${string}`, null, undefined]
  | ["GET", `/practice`, PracticeView, undefined]
  | ["GET", `/practice/library`, LibraryPuzzle, undefined]
  | ["GET", `/practice/endgames`, EndgameList, undefined]
  | ["GET", `/practice/curve`, CurveView, undefined]
  | ["POST", `/practice/answers`, PuzzleAnswer, PuzzleTry]
  | ["GET", `/lessons`, LessonList, undefined]
  | ["POST", `/lessons/${string}/${string}`, null, undefined]
  | ["POST", `/openings`, OpeningView, OpeningAsked]
  | ["GET", `/openings`, OpeningsFound, undefined]
  | ["POST", `/openings/steps`, StepTaken, StepAsked]
  | ["GET", `/library`, LibraryState, undefined]
  | ["POST", `/library/games`, ListedGames, LibraryPageAsked]
  | ["GET", `/library/games/${string}`, TextGame, undefined]
  | ["POST", `/library/export`, Blob, LibraryExportAsked]
  | ["POST", `/library/files`, AddedToLibrary, Blob]
  | ["POST", `/library/own`, AddedToLibrary, undefined]
  | ["POST", `/texts`, TextGames, TextAsked]
  | ["POST", `/wthor`, TextGames, Blob]
  | ["GET", `/games/${string}/export`, Blob, undefined]
  | ["POST", `/export`, Blob, ExportAsked]
  | ["GET", `/mine`, OwnedFile, undefined]
  | ["POST", `/mine`, Imported, OwnedFile]
  | ["DELETE", `/mine`, null, undefined]
  | ["POST", `/mine/code`, DeviceCode, undefined]
  | ["POST", `/matches`, MatchView, NewMatch]
  | ["GET", `/matches`, MatchList, undefined]
  | ["GET", `/matches/${string}`, MatchView, undefined]
  | ["DELETE", `/matches/${string}`, null, undefined]
  | ["POST", `/matches/${string}/pace`, MatchView, NewPace]
  | ["POST", `/matches/${string}/step`, MatchView, undefined]
  | ["POST", `/matches/${string}/cancel`, MatchView, undefined]
  | ["GET", `/matches/${string}/openings`, MatchOpenings, undefined]
  | ["GET", `/matches/${string}/export`, unknown, undefined]
  | ["GET", `/stores`, LabStoreList, undefined]
  | ["GET", `/stores/${string}/runs/${string}`, LabCellList, undefined]
  | ["GET", `/stores/${string}/games`, LabGameList, undefined]
  | ["GET", `/stores/${string}/games/${string}`, GameView, undefined]
  | ["GET", `/healthz`, HealthView, undefined];

type Match<M, P, R> = R extends [M, infer Q, unknown, unknown] ? ([P, Q] extends [Q, P] ? R : never) : never;
type Route<M, P> = P extends `${infer Path}?${string}` ? Match<M, Path, Routes> : Match<M, P, Routes>;
/** What a request is answered with; unknown where there is no such request. */
export type Answer<M, P> = [Route<M, P>] extends [never] ? unknown : Route<M, P>[2];
export type Body<M, P> = Route<M, P>[3];
