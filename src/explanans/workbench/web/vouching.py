"""External sign-in: a proxy's header, or a provider of OpenID Connect."""

import re
from dataclasses import dataclass

from explanans.errors import InputError

_HEADER = re.compile(r"[A-Za-z0-9-]{1,64}")


@dataclass(frozen=True, slots=True)
class Outside:
    """Settings of external sign-in.

    Attributes:
        header: The header in which the proxy names who is signed in with it; empty if it does not.
        proxy: The address of the proxy; from others, the header is dropped.
        issuer: The address of a provider of OpenID Connect; empty if there is none.
        client: The id of this workbench with the provider.
    """

    header: str = ""
    proxy: str = ""
    issuer: str = ""
    client: str = ""

    def check(self) -> None:
        """Check the settings."""
        if self.header and not self.proxy:
            raise InputError("--sign-in-header without --proxy: anybody could send it; accepted: both")
        if self.header and not _HEADER.fullmatch(self.header):
            raise InputError(f"the header {self.header[:80]!r}; accepted: letters, digits and hyphens")
        if bool(self.issuer) != bool(self.client):
            raise InputError("--oidc-issuer and --oidc-client go together; accepted: both or none")
