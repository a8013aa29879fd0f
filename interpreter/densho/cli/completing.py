"""What a shell offers when Tab is pressed behind `densho`: ids of bundled rulesets, folders, files of fights."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from densho.targets import bundled_folder, bundled_ids, is_fight


def complete_ruleset(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Bundled rulesets, then folders."""
    del ctx, param
    known = [CompletionItem(name) for name in bundled_ids() if name.startswith(incomplete)]
    return [*known, CompletionItem(incomplete, type="dir")]


def complete_name(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What a ruleset that is typed already calls its things."""
    del param
    folder = bundled_folder(str(ctx.params.get("ruleset"))) or Path(str(ctx.params.get("ruleset")))
    if not folder.is_dir():
        return []
    from densho.cache import open_cache  # noqa: PLC0415 - only when Tab is pressed
    from densho.display.tongue import Tongue  # noqa: PLC0415
    from densho.loading import Loader  # noqa: PLC0415
    from densho.showing.finding import names  # noqa: PLC0415
    from densho.showing.guide import Guide  # noqa: PLC0415
    from densho.showing.written import Written  # noqa: PLC0415

    ruleset = Loader(open_cache()).load(folder).ruleset
    if ruleset is None:
        return []
    guide = Guide(Tongue(ruleset), Written(), lambda span: "")
    return [CompletionItem(name) for name in names(guide) if name.startswith(incomplete)]


def complete_target(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Bundled rulesets, then files and folders."""
    del ctx, param
    known = [CompletionItem(name) for name in bundled_ids() if name.startswith(incomplete)]
    return [*known, CompletionItem(incomplete, type="file")]


def complete_fight(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files of fights, folders on the way to them."""
    del ctx, param
    folder, _, begun = incomplete.rpartition("/")
    place = Path(f"{folder}/" if folder or incomplete.startswith("/") else ".")
    before = f"{folder}/" if "/" in incomplete else ""
    found = []
    try:
        for path in sorted(place.iterdir()):
            if path.name.startswith(begun) and not path.name.startswith("."):
                if path.is_dir():
                    found.append(CompletionItem(f"{before}{path.name}/"))
                elif path.suffix == ".yaml" and is_fight(path):
                    found.append(CompletionItem(f"{before}{path.name}"))
    except OSError:
        return []
    return found


def complete_play(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What can be played: fights that were kept, and rulesets."""
    return [*complete_fight(ctx, param, incomplete), *complete_ruleset(ctx, param, incomplete)]
