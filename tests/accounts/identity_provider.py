"""A provider of identities on this machine: discovery, authorization code with PKCE, signed tokens, and who somebody is."""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key

CLIENT, SECRET = "toolgroups", "s3cret"
KEY_ID = "k1"
Answer = tuple[int, Any]


class IdentityProvider:
    """What it says of the person in front of it, and what it asks of who sends them."""

    def __init__(self, address: str, key: RSAPrivateKey) -> None:
        self.address, self.key = address, key
        self.person: dict[str, Any] = {"sub": "u-1", "preferred_username": "ada"}
        self.in_token: dict[str, Any] = {}  # what the token says otherwise
        self._codes: dict[str, dict[str, str]] = {}

    def authorize(self, query: dict[str, str]) -> str:
        """The person signs in and is sent back: the address of that."""
        assert query["client_id"] == CLIENT
        assert query["response_type"] == "code"
        code = secrets.token_urlsafe(8)
        self._codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def answer(self, path: str, form: dict[str, str], headers: Any) -> Answer:
        match path:
            case "/.well-known/openid-configuration":
                return 200, self._description()
            case "/jwks":
                public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
                return 200, {"keys": [public | {"kid": KEY_ID, "alg": "RS256"}]}
            case "/token":
                return self._token(form)
            case "/userinfo" if headers["Authorization"] == "Bearer for-the-person":
                return 200, self.person
        return 404, {}

    def _description(self) -> dict[str, str]:
        doors = {f"{name}_endpoint": f"{self.address}/{name}" for name in ("authorization", "token", "userinfo")}
        return doors | {
            "issuer": self.address,
            "jwks_uri": f"{self.address}/jwks",
            "end_session_endpoint": f"{self.address}/leave",
        }

    def _token(self, form: dict[str, str]) -> Answer:
        asked = self._codes.pop(form["code"], None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if not asked or form["client_secret"] != SECRET or asked.get("code_challenge", challenge) != challenge:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "sub": self.person["sub"], "nonce": asked.get("nonce")}
        claims |= {"iat": now, "exp": now + 60, **self.in_token}
        token = jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": KEY_ID})
        return 200, {"id_token": token, "access_token": "for-the-person", "token_type": "Bearer"}


@contextmanager
def running_provider() -> Iterator[IdentityProvider]:
    """One at a free port, gone afterwards."""

    class Doors(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._say(*provider.answer(urlsplit(self.path).path, {}, self.headers))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._say(*provider.answer(self.path, form, self.headers))

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

        def _say(self, status: int, document: Any) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(document).encode())

    with HTTPServer(("127.0.0.1", 0), Doors) as server:
        provider = IdentityProvider(
            f"http://127.0.0.1:{server.server_port}", generate_private_key(public_exponent=65537, key_size=2048)
        )
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join()
