"""Characters: what a fighter keeps from fight to fight, in a file that people read and mend."""
