"""Explaining, proving, answering and checking: joins the domain packages."""
