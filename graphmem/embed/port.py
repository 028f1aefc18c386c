"""The embedding port, and what its adapters share.

Every adapter keeps the same promises. `embed` gives a float32 array of shape (n, dimensions), one
row of unit length a text, in order; no text gives (0, dimensions). A blank passage never spoils its
batch: it gets `dimensions ** -0.5` in every place, near to nothing. A blank query is InvalidInput.
NUL counts as a space and a lone surrogate as U+FFFD. Calls are thread-safe and log no text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, get_args

from graphmem import tokens
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Vectors: TypeAlias = NDArray[np.float32]

Kind = Literal["query", "passage"]


class Embedder(Protocol):
    """Texts → vectors whose dot product is their cosine.

    `model_id` names what made the vectors, with its version: vectors of two ids never mix.
    """

    @property
    def model_id(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """Float32, (n, dimensions), unit rows. `query` for what is asked, `passage` for what is kept.

        Raises InvalidInput for a blank query, Unavailable if the model does not answer (try again),
        Unsupported if it can't be used here as configured.
        """
        ...


def check_vectors(vectors: ArrayLike, dimensions: int) -> Vectors:
    """The vectors as float32 of shape (n, dimensions), n ≥ 0; they need not be of unit length.

    Raises InvalidInput if a size differs (it names both), or a row is not finite or all zeros.
    """
    import numpy as np

    try:
        with np.errstate(over="ignore"):
            array = np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError):
        raise InvalidInput(f"vectors must be numbers, {dimensions} in each, all of one size") from None
    if array.ndim == 1 and array.size == 0:
        array = array.reshape(0, dimensions)
    if array.ndim != 2:
        raise InvalidInput(f"vectors must have shape (n, {dimensions}), not {array.shape}")
    if array.shape[1] != dimensions:
        raise InvalidInput(f"a vector has {array.shape[1]} dimensions where {dimensions} are expected")
    for bad, why in ((~np.isfinite(array).all(axis=1), "not finite"), (~array.any(axis=1), "all zeros")):
        if bad.any():
            raise InvalidInput(f"vector {int(bad.argmax())} is {why}")
    return array


def written_texts(texts: Sequence[str], kind: Kind) -> list[tuple[int, str]]:
    """The texts that are not blank, cleaned, each with its place."""
    if isinstance(texts, str):
        raise InvalidInput("texts is one str: give a list of them")
    if kind not in get_args(Kind):
        raise InvalidInput(f"kind is {kind!r}: give 'query' or 'passage'")
    written = []
    for place, text in enumerate(texts):
        clean = tokens.encodable(text).replace("\0", " ")
        if clean.strip():
            written.append((place, clean))
        elif kind == "query":
            raise InvalidInput(f"query {place} is blank: ask with at least one word")
    return written


def unit_rows(
    parts: Sequence[Vectors], written: Sequence[tuple[int, str]], count: int, dimensions: int
) -> Vectors:
    """Of `count` rows, that of each written text has its vector (`parts`, joined), at unit length."""
    import numpy as np

    rows = np.full((count, dimensions), dimensions**-0.5, dtype=np.float32)
    if parts:
        wide = np.concatenate(parts).astype(np.float64)
        rows[[place for place, _ in written]] = wide / np.linalg.norm(wide, axis=1, keepdims=True)
    return rows
