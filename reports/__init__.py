"""Reports: words, charts, tables and pages made from summaries."""
