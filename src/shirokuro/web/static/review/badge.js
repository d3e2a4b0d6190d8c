// Badges: how certain a value is and how good a move was, as a word and a shape, never by colour alone.
import { html } from "../view.js";
import { signed, t } from "../words.js";
/** @import { Decoration } from "../board/cells.js" */
/** @import { Badge as BadgeOf, Mark as MarkOf, MoveValue } from "../types.js" */

export const SHAPES = {
  solved: "full",
  exact: "full",
  wld: "full",
  selective: "dashed",
  book: "double",
  depth: "",
  bound: "dashed",
};

/** @param {{badge: BadgeOf}} props */
export function Badge({ badge }) {
  return html`<span class="badge ${SHAPES[badge.kind]}">${badgeText(badge)}</span>`;
}

/** @param {BadgeOf} badge */
export function badgeText({ kind, depth, confidence }) {
  return t(`badge.${kind}`, { n: confidence ?? depth ?? 0 });
}

/** The same where there is little room, as on a cell. @param {BadgeOf} badge */
export function badgeShort({ kind, depth, confidence }) {
  return t(`badge_short.${kind}`, { n: confidence ?? depth ?? 0 });
}

/** A value for people; if only the winner is known, the winner.
 * @param {{value: number, is_most?: boolean, badge: BadgeOf}} of */
export function valueText({ value, is_most, badge }) {
  if (is_most) return `≤${signed(value)}`;
  if (badge.kind !== "wld") return signed(value);
  return t(value > 0 ? "ending.win" : value < 0 ? "ending.loss" : "ending.draw");
}

/** The values of moves on their cells, best first; `hasBadge` tells which of them show their certainty.
 * @param {MoveValue[]} values @param {(badge: BadgeOf) => boolean} [hasBadge] @returns {Map<string, Decoration>} */
export function valuesOn(values, hasBadge = () => true) {
  return new Map(
    values.map((value) => {
      const text = valueText(value);
      const isSure = hasBadge(value.badge);
      const label = t("cell.value", {
        value: isSure ? `${text}${t("comma")}${badgeText(value.badge)}` : text,
      });
      const small = isSure ? badgeShort(value.badge) : "";
      return [value.move, { text, small, isBest: text === valueText(values[0]), label }];
    }),
  );
}

const CLASSES = { "": "good", "?!": "doubtful", "?": "bad", "??": "worst" };

/** @param {{mark: MarkOf}} props */
export function Mark({ mark }) {
  return html`<span class="mark ${CLASSES[mark]}" aria-hidden="true">${mark || "✓"}</span>
    <span class="unseen">${markText(mark)}</span>`;
}

/** @param {MarkOf} mark */
export function markText(mark) {
  return t(`mark.${CLASSES[mark]}`);
}
