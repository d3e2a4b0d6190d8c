# What nanobind's stub generator cannot see: type slots have no signature, and ISA has a value only at run time.

_core.ISA$:
    ISA: str

_core.SquareIterator.__iter__$:
    def __iter__(self) -> SquareIterator: ...

_core.SquareIterator.__next__$:
    def __next__(self) -> int: ...

_core.SquareSet.__hash__$:
    def __hash__(self) -> int: ...

_core.SquareSet.__iter__$:
    def __iter__(self) -> SquareIterator: ...

_core.SquareSet.__bool__$:
    def __bool__(self) -> bool: ...

_core.SquareSet.__len__$:
    def __len__(self) -> int: ...

_core.SquareSet.__getitem__$:
    def __getitem__(self, index: int, /) -> int: ...
