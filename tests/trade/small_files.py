"""Small HTML, Word and PDF files, made by hand."""

import io
import zipfile
from collections.abc import Sequence

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)


def word_file(*paragraphs: str, table: Sequence[Sequence[str]] = ()) -> bytes:
    """Return a Word file of paragraphs and, below them, a table."""
    body = "".join(map(_paragraph, paragraphs))
    rows = ("".join(f"<w:tc>{_paragraph(cell)}</w:tc>" for cell in row) for row in table)
    if table:
        body += f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr("[Content_Types].xml", _TYPES)
        parts.writestr("_rels/.rels", _RELATIONS)
        parts.writestr("word/document.xml", f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>')
    return file.getvalue()


def _paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def pdf_file(*pages: Sequence[str]) -> bytes:
    """Return a PDF file whose pages have lines of text; one without lines is a page without text."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, lines in enumerate(pages):
        drawn = "".join(f"({line}) Tj 0 -14 Td " for line in lines)
        content = f"BT /F1 12 Tf 72 720 Td {drawn}ET"
        objects += [
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * number} 0 R "
                "/Resources << /Font << /F1 3 0 R >> >> >>"
            ),
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        ]
    text, places = "%PDF-1.4\n", []
    for number, item in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{item}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    text += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
    return f"{text}startxref\n{text.index('xref')}\n%%EOF\n".encode("latin-1")
