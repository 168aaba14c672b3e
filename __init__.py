"""chaodipi: Monte Carlo strategy analysis for 炒地皮."""

__version__ = "0.1.0"
