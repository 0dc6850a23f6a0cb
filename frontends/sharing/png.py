"""A picture as PNG, where the program that draws SVG is installed: parlour[png]."""

from core.base.game import Refused


def png(document: str, scale: float = 2.0) -> bytes:
    """What an SVG document looks like, `scale` times as large. Raises: Refused where nothing is there to draw it."""
    try:
        import resvg_py  # an extra, because few people want it
    except ImportError:
        raise Refused("To make PNG pictures, install parlour[png]; --svg needs nothing.") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, zoom=scale))
