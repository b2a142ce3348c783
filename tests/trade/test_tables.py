"""Tables as sources and as knowledge: CSV, TSV, and those of Word files; folders as sources; other files."""

from pathlib import Path

import pytest

from explanans import Explainer, InputError, check
from explanans.formats.claims import read_source
from explanans.knowledge.base import KnowledgeBase

from .small_files import pdf_file, word_file

ROOMS = "Room,Seats,Projector\nBirch,30,no\nCedar,12,yes\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rooms.csv", ROOMS),
        ("rooms.csv", ROOMS.replace(",", ";")),
        ("rooms.csv", "sep=|\n" + ROOMS.replace(",", "|")),
        ("rooms.tsv", ROOMS.replace(",", "\t")),
    ],
)
def test_rows_are_read_with_their_header(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    quotes = read_source(tmp_path / name).sentences
    assert [quote.text for quote in quotes] == ["Birch: seats 30, has no projector", "Cedar: seats 12, has projector"]
    assert [fact.text for fact in KnowledgeBase.open(tmp_path / name).facts] == [quote.text for quote in quotes]


@pytest.mark.parametrize(
    ("column", "yes", "no"),
    [
        ("Projector", "has projector", "has no projector"),
        ("TLS", "has TLS", "has no TLS"),
        ("Wheelchair accessible", "is wheelchair accessible", "is not wheelchair accessible"),
        ("Open on Sundays", "is open on Sundays", "is not open on Sundays"),
        ("Approved", "is approved", "is not approved"),
        ("Refundable", "is refundable", "is not refundable"),
        ("Vegetarian", "is vegetarian", "is not vegetarian"),
        ("In stock", "is in stock", "is not in stock"),
        ("Pets allowed", "pets allowed", "pets not allowed"),
        ("Requires visa", "requires visa", "does not require visa"),
        ("Has lid", "has lid", "has no lid"),
        ("Can fly", "can fly", "cannot fly"),
    ],
)
def test_yes_and_no_say_it_of_the_name_of_the_column(column: str, yes: str, no: str, tmp_path: Path) -> None:
    (tmp_path / "rooms.csv").write_text(f"Room,Seats,{column}\nBirch,30,no\nCedar,12,Yes\nElm,9,✗\n")
    facts = [fact.text for fact in KnowledgeBase.open(tmp_path / "rooms.csv").facts]
    assert facts == [f"Birch: seats 30, {no}", f"Cedar: seats 12, {yes}", f"Elm: seats 9, {no}"]


def test_what_a_row_denies_is_less_probable_than_the_denial(tmp_path: Path) -> None:
    (tmp_path / "rooms.csv").write_text("Room,Seats,Projector\nBirch,30,no\nOak,12,yes\n")
    claim, denial = check(["Birch has a projector.", "Birch has no projector."], tmp_path / "rooms.csv")
    assert claim.support < denial.support


def test_quotes_of_a_table_stand_where_their_rows_do(tmp_path: Path) -> None:
    text = 'id,text,remark\nk1,"Otters eat\nurchins. They float.",x\nk2,Kelp grows.,y\n'
    (tmp_path / "shore.csv").write_text(text)
    quotes = read_source(tmp_path / "shore.csv").sentences
    assert [(quote.text, quote.line) for quote in quotes] == [
        ("Otters eat urchins.", 2),
        ("They float.", 2),
        ("Kelp grows.", 4),
    ]
    assert text[quotes[0].start : quotes[0].end] == 'k1,"Otters eat\nurchins. They float.",x'
    assert text[quotes[2].start : quotes[2].end] == "k2,Kelp grows.,y"


def test_a_sentence_about_the_first_cell_is_the_fact(tmp_path: Path) -> None:
    (tmp_path / "parts.csv").write_text("part;what it does\ntiller;The tiller turns the rudder.\njib;a small sail\n")
    facts = KnowledgeBase.open(tmp_path / "parts.csv").facts
    assert [fact.text for fact in facts] == ["The tiller turns the rudder", "jib: what it does a small sail"]


def test_rows_named_by_numbers_keep_the_name_of_their_column(tmp_path: Path) -> None:
    (tmp_path / "wind.csv").write_text("Force,Name,Knots\n6,strong breeze,22-27\n")
    assert [fact.text for fact in KnowledgeBase.open(tmp_path / "wind.csv").facts] == [
        "force 6: name strong breeze, knots 22-27"
    ]


def test_further_columns_do_not_replace_the_text(tmp_path: Path) -> None:
    (tmp_path / "parts.csv").write_text(
        "part,text\nrudder,The rudder steers the boat.\nkeel,The keel keeps it upright.\n"
    )
    explanation = Explainer.open(tmp_path / "parts.csv").explain("Which part steers the boat?", "the rudder")
    assert explanation.facts[0].fact.text == "The rudder steers the boat."
    assert explanation.verdict is not None
    assert explanation.verdict.status == "supported"


@pytest.mark.parametrize(
    ("header", "facts"),
    [
        (("Plan", "Price"), ["Pro: price 9 euros", "Free: price nothing"]),
        (("Basic", "5 euros"), ["Basic 5 euros", "Pro 9 euros", "Free nothing"]),
        (("Prices of plans are below.", ""), ["Prices of plans are below", "Pro 9 euros", "Free nothing"]),
        (("Plan", "Plan"), ["Plan Plan", "Pro 9 euros", "Free nothing"]),
    ],
)
def test_the_first_row_of_a_word_table_may_name_its_columns(
    header: tuple[str, str], facts: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "plans.docx"
    path.write_bytes(word_file(table=[header, ("Pro", "9 euros"), ("Free", "nothing")]))
    assert [fact.text for fact in KnowledgeBase.open(path).facts] == facts


def test_a_folder_is_a_source(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    (notes / "more").mkdir(parents=True)
    (notes / "a.md").write_text("# Shore\n\nOtters eat urchins.\n")
    (notes / "more" / "b.csv").write_text("text\nKelp grows fast.\n")
    (notes / "more" / "c.pdf").write_bytes(pdf_file(["Seals sleep."]))
    (notes / ".hidden.txt").write_text("Hidden files are read.")
    (notes / "photo.jpg").write_bytes(b"\xff\xd8")
    found = [(quote.text, quote.source) for quote in read_source(notes).sentences]
    assert found == [
        ("Otters eat urchins.", f"{notes}/a.md"),
        ("Kelp grows fast.", f"{notes}/more/b.csv"),
        ("Seals sleep.", f"{notes}/more/c.pdf, page 1"),
    ]
    assert check("Seals sleep.", notes).status == "supported"


def test_a_folder_without_notes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file of a known kind; accepted: \.md, \.txt, \.csv"):
        read_source(tmp_path)


@pytest.mark.parametrize(
    ("name", "start", "kind"),
    [
        ("slides.pptx", word_file("Seals sleep."), "an archive, such as a document of an office program"),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1", "a document of an older office program"),
        ("notes.txt", b"{\\rtf1 Seals sleep.}", "a document in Rich Text Format"),
        ("paper.txt", pdf_file(["Seals sleep."]), "a PDF file without the suffix .pdf"),
    ],
)
def test_files_of_other_programs_are_named(name: str, start: bytes, kind: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(start)
    with pytest.raises(InputError, match=f"{kind}, not text; accepted: the same saved as"):
        read_source(tmp_path / name)


@pytest.mark.parametrize("name", ["notse.txt", "note.txt", "notes.text"])
def test_a_file_of_a_similar_name_is_suggested(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Seals sleep.")
    for read in (read_source, KnowledgeBase.open):
        with pytest.raises(InputError, match=r"; did you mean '.*/notes.txt'\?$"):
            read(tmp_path / name)
