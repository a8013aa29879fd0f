"""Start-up and checking as whole processes, against click alone and yamllint on the same files, interleaved in one run.

`python benchmarks/startup.py [RULESET …]` prints medians and ratios: `densho --version` to `python -c "import click"` (goal: under 3),
`densho check` warm (cache filled) to yamllint (goal: at most 1) and cold (empty cache) to yamllint (goal: under 3).
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from densho.data import data_path

ROUNDS = 9


def run(command: list[str], env: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begun


def main() -> None:
    python = sys.executable
    densho = [python, "-m", "densho"]
    rulesets = [str(data_path("rulesets") / name) for name in sys.argv[1:] or ["bokken"]]
    with tempfile.TemporaryDirectory() as folder:
        warm = {**os.environ, "DENSHO_CACHE": str(Path(folder) / "warm")}
        cold = Path(folder) / "cold"
        times: dict[str, list[float]] = {}
        commands = {"click": [python, "-c", "import click"], "version": [*densho, "--version"]}
        for command in commands.values():
            run(command, warm)
        for ruleset in rulesets:
            run([*densho, "check", ruleset], warm)
        for _ in range(ROUNDS):
            for name, command in commands.items():
                times.setdefault(name, []).append(run(command, warm))
            for ruleset in rulesets:
                short = Path(ruleset).name
                files = sorted(str(path) for path in Path(ruleset).rglob("*.yaml"))
                lint = [python, "-m", "yamllint", "-d", "relaxed", *files]
                check = [*densho, "check", ruleset]
                times.setdefault(f"yamllint {short}", []).append(run(lint, warm))
                times.setdefault(f"warm {short}", []).append(run(check, warm))
                shutil.rmtree(cold, ignore_errors=True)
                times.setdefault(f"cold {short}", []).append(run(check, {**warm, "DENSHO_CACHE": str(cold)}))
        report(times)


def report(times: dict[str, list[float]]) -> None:
    for name, taken in times.items():
        print(f"{name:24} {statistics.median(taken) * 1000:7.0f} ms")
    pairs = [("version", "click")]
    for name in times:
        sort, _, ruleset = name.partition(" ")
        if sort in ("warm", "cold"):
            pairs.append((name, f"yamllint {ruleset}"))
    for ours, theirs in pairs:
        ratio = statistics.median(a / b for a, b in zip(times[ours], times[theirs], strict=True))
        print(f"{ours} : {theirs} = {ratio:.2f}")


if __name__ == "__main__":
    main()
