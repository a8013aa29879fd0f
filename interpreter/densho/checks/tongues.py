"""Languages and names of texts that are surely slips, though any language and, in a prelude, any name may have words.

A language of one file alone that is none, or that is almost called like one which the file lacks; a name that one language of a prelude has
words for and no other, almost called like one that the others have words for and this one has not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, slip_of
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File, Texts

COMMON = frozenset({"cs", "de", "en", "es", "fr", "it", "ja", "pl", "ru", "uk"})

ISO_639_1 = frozenset(
    [
        "aa",
        "ab",
        "ae",
        "af",
        "ak",
        "am",
        "an",
        "ar",
        "as",
        "av",
        "ay",
        "az",
        "ba",
        "be",
        "bg",
        "bi",
        "bm",
        "bn",
        "bo",
        "br",
        "bs",
        "ca",
        "ce",
        "ch",
        "co",
        "cr",
        "cs",
        "cu",
        "cv",
        "cy",
        "da",
        "de",
        "dv",
        "dz",
        "ee",
        "el",
        "en",
        "eo",
        "es",
        "et",
        "eu",
        "fa",
        "ff",
        "fi",
        "fj",
        "fo",
        "fr",
        "fy",
        "ga",
        "gd",
        "gl",
        "gn",
        "gu",
        "gv",
        "ha",
        "he",
        "hi",
        "ho",
        "hr",
        "ht",
        "hu",
        "hy",
        "hz",
        "ia",
        "id",
        "ie",
        "ig",
        "ii",
        "ik",
        "io",
        "is",
        "it",
        "iu",
        "ja",
        "jv",
        "ka",
        "kg",
        "ki",
        "kj",
        "kk",
        "kl",
        "km",
        "kn",
        "ko",
        "kr",
        "ks",
        "ku",
        "kv",
        "kw",
        "ky",
        "la",
        "lb",
        "lg",
        "li",
        "ln",
        "lo",
        "lt",
        "lu",
        "lv",
        "mg",
        "mh",
        "mi",
        "mk",
        "ml",
        "mn",
        "mr",
        "ms",
        "mt",
        "my",
        "na",
        "nb",
        "nd",
        "ne",
        "ng",
        "nl",
        "nn",
        "no",
        "nr",
        "nv",
        "ny",
        "oc",
        "oj",
        "om",
        "or",
        "os",
        "pa",
        "pi",
        "pl",
        "ps",
        "pt",
        "qu",
        "rm",
        "rn",
        "ro",
        "ru",
        "rw",
        "sa",
        "sc",
        "sd",
        "se",
        "sg",
        "si",
        "sk",
        "sl",
        "sm",
        "sn",
        "so",
        "sq",
        "sr",
        "ss",
        "st",
        "su",
        "sv",
        "sw",
        "ta",
        "te",
        "tg",
        "th",
        "ti",
        "tk",
        "tl",
        "tn",
        "to",
        "tr",
        "ts",
        "tt",
        "tw",
        "ty",
        "ug",
        "uk",
        "ur",
        "uz",
        "ve",
        "vi",
        "vo",
        "wa",
        "wo",
        "xh",
        "yi",
        "yo",
        "za",
        "zh",
        "zu",
    ]
)
"""All codes of two letters (ISO 639-1)."""


def misspelt_languages(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports languages, and names in preludes, that are surely written otherwise than they were meant."""
    del files
    symbols = resolved.symbols
    _languages((*symbols.texts, *symbols.lent_texts), report)
    for path in dict.fromkeys(one.span.path for one in symbols.lent_texts):
        _keys([one for one in symbols.lent_texts if one.span.path == path], report)


def _languages(texts: Sequence[Texts], report: Report) -> None:
    homes: dict[str, set[str]] = {}
    for one in texts:
        homes.setdefault(one.language, set()).add(one.span.path)
    for language, paths in homes.items():
        if len(paths) != 1:
            continue
        (path,) = paths
        lacking = [other for other, places in homes.items() if path not in places]
        near = [one for one in lacking if slip_of(language, [one]) or sorted(language) == sorted(one)]
        company = [other for other, places in homes.items() if path in places and len(places) > 1]
        sure = [
            one
            for one in near
            if len(company) > 1 or PurePath(path).stem == one or sorted(language) == sorted(one)
        ]
        if sure or not _possible(language):
            span = next(one.spoken for one in texts if one.language == language)
            message = say("nothing else here is said in a language `{name}`", name=language)
            report.add("odd-language", span, message, help=meant(sure or near or _undoubled(language)))


def _possible(language: str) -> bool:
    """Whether it may be the code of a language: the longer ones are not looked up, but that of a common one with a letter twice is none."""
    code = language.replace("_", "-").partition("-")[0]
    return code in ISO_639_1 if len(code) == 2 else len(code) == 3 and not _undoubled(code)


def _undoubled(code: str) -> list[str]:
    """The common language of whose code this is a slip with a letter twice."""
    once = code.replace(code[1:2] * 2, code[1:2])
    return [once] if once != code and once in COMMON else []


def _keys(texts: Iterable[Texts], report: Report) -> None:
    """Names that a prelude has words for."""
    by_key: dict[str, dict[str, Texts]] = {}
    for one in texts:
        by_key.setdefault(one.key, {})[one.language] = one
    for key, said in by_key.items():
        if len(said) > 1:
            continue
        ((language, text),) = said.items()
        lacking = [other for other, more in by_key.items() if language not in more]
        near = [other for other in lacking if _nearly(key, other)]
        if near:
            report.add(
                "unknown-text",
                text.span,
                say("this prelude has words for `{name}` in `{language}` alone", name=key, language=language),
                help=meant(near),
            )


def _nearly(key: str, other: str) -> bool:
    """Whether one part of two dotted names is a slip of the other's, all else being equal."""
    parts = list(zip(key.split("."), other.split("."), strict=False))
    differing = [(one, another) for one, another in parts if one != another]
    return (
        key.count(".") == other.count(".")
        and len(differing) == 1
        and bool(slip_of(differing[0][0], [differing[0][1]]))
    )
