"""Questions about rulesets that are answered by playing."""
