"""Settings, filled from the environment; a `.env` file beside manage.py is read first when it is there."""

import contextlib
import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ

from .logs import LOGGING as LOGGING  # Django reads what is written where here
from .theme import UNFOLD as UNFOLD  # Django reads the theme's settings here

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(BASE_DIR / ".env")

VAR_DIR = BASE_DIR / str(env.str("VAR_DIR", default="var"))
REDIS_URL = env.str("REDIS_URL", default="")


def _kept_key(name: str) -> str:
    """The key in a file of `var/`, made at the first start and readable by its owner only."""
    path = VAR_DIR / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        own = path.with_name(f"{name}.{os.getpid()}")
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(own, path)  # whole or not at all: another process may read it in the same moment
        own.unlink()
    return path.read_text()


def _secrets_keys() -> list[str]:
    """The keys of the environment, and the one that was kept before there were any."""
    keys: list[str] = env.list("SECRETS_KEYS", default=[])
    kept = not keys or (VAR_DIR / "secrets_key").exists()
    return [*keys, _kept_key("secrets_key")] if kept else keys


def _database() -> dict[str, Any]:
    database: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'db.sqlite3'}")
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
        }
        database["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}  # a file, so that threads and processes of tests see it
        Path(database["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    else:
        database["CONN_MAX_AGE"] = 60
        database["CONN_HEALTH_CHECKS"] = True
    return database


def _cache() -> dict[str, Any]:
    if REDIS_URL:
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}


def _broker_files() -> dict[str, str]:
    """Where tasks wait when there is no Redis: files of this machine, for one worker."""
    control, messages = VAR_DIR / "celery" / "control", VAR_DIR / "celery" / "messages"
    for folder in (control, messages):
        folder.mkdir(parents=True, exist_ok=True)
    return {"control_folder": str(control), "data_folder_in": str(messages), "data_folder_out": str(messages)}


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or _kept_key("secret_key")
SECRETS_KEYS = _secrets_keys()  # what connections, tool contexts and webhooks keep is encrypted by the first of them
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "toolgroups_admin.dryrun",
    "toolgroups_admin.api",
    "toolgroups_admin.gateway",
    "toolgroups_admin.traffic",
    "toolgroups_admin.releases",
    "toolgroups_admin.catalog",
    "toolgroups_admin.accounts",
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "toolgroups_admin.accounts.content_policy.content_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "toolgroups_admin.accounts.plain_addresses.plain_addresses",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "toolgroups_admin.accounts.signed_out.SignedOut",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "toolgroups_admin.urls"
WSGI_APPLICATION = "toolgroups_admin.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": _database()}
CACHES = {"default": _cache()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Sign-ins under one name from one address that fail too often wait. PROXIES says how many proxies of ours stand before
# this server and add to X-Forwarded-For; without it that header is the client's word, and not believed.
PROXIES = env.int("PROXIES", default=0)
LOGIN_FAILURES = env.int("LOGIN_FAILURES", default=5)
LOGIN_PAUSE_MINUTES = env.int("LOGIN_PAUSE_MINUTES", default=15)
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_FAILURE_LIMIT = LOGIN_FAILURES
AXES_COOLOFF_TIME = timedelta(minutes=LOGIN_PAUSE_MINUTES)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]  # nobody is locked out by what others try elsewhere
AXES_LOCKOUT_CALLABLE = "toolgroups_admin.accounts.throttling.locked_out"
AXES_CLIENT_IP_CALLABLE = "toolgroups_admin.accounts.throttling.address_of"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
AXES_WHITELIST_CALLABLE = "toolgroups_admin.accounts.throttling.is_from_provider"

# With an issuer and a client's name people may also sign in at a provider (OpenID Connect), which is asked for its
# addresses unless they are given here.
OIDC_ISSUER = env.str("OIDC_ISSUER", default="").rstrip("/")
OIDC_NAME = env.str("OIDC_NAME", default="")
OIDC_RP_CLIENT_ID = env.str("OIDC_CLIENT_ID", default="")
OIDC_RP_CLIENT_SECRET = env.str("OIDC_CLIENT_SECRET", default="")
OIDC_RP_SCOPES = env.str("OIDC_SCOPES", default="openid email profile")
OIDC_RP_SIGN_ALGO = env.str("OIDC_SIGN_ALGORITHM", default="RS256")
OIDC_ROLES_CLAIM = env.str("OIDC_ROLES_CLAIM", default="")
OIDC_ROLES = env.dict("OIDC_ROLES", default={})
OIDC_SESSION_HOURS = env.int("OIDC_SESSION_HOURS", default=12)
OIDC_OP_AUTHORIZATION_ENDPOINT = env.str("OIDC_AUTHORIZATION_ENDPOINT", default="")
OIDC_OP_TOKEN_ENDPOINT = env.str("OIDC_TOKEN_ENDPOINT", default="")
OIDC_OP_USER_ENDPOINT = env.str("OIDC_USERINFO_ENDPOINT", default="")
OIDC_OP_JWKS_ENDPOINT = env.str("OIDC_JWKS_ENDPOINT", default="")
OIDC_OP_LOGOUT_ENDPOINT = env.str("OIDC_LOGOUT_ENDPOINT", default="")
OIDC_TIMEOUT = 5
OIDC_USE_PKCE = True
if OIDC_ISSUER and OIDC_RP_CLIENT_ID:
    AUTHENTICATION_BACKENDS.append("toolgroups_admin.accounts.oidc.backend.ProviderBackend")

LANGUAGE_CODE = "en"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "toolgroups_admin" / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True  # served from where they lie: no step that collects them

# Where `manage.py serve` listens, and with how much: pages and the API, what waits on others (ASGI), and one for tasks.
BIND = env.str("BIND", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
ASGI_PORT, ASGI_PROCESSES = env.int("ASGI_PORT", default=PORT + 1), env.int("ASGI_PROCESSES", default=1)
WEB_PROCESSES, WEB_THREADS = env.int("WEB_PROCESSES", default=1), env.int("WEB_THREADS", default=4)

CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {} if REDIS_URL else _broker_files()
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)  # with files, the queues of dead workers would stay behind
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps nothing on disk, which may be full or not there

# Mail goes out by the server that EMAIL_URL names; without it, who should get mail is told nothing, and the log says so.
EMAIL_URL = env.str("EMAIL_URL", default="")
_mail: dict[str, Any] = env.email_url_config(EMAIL_URL or "dummymail://")
EMAIL_BACKEND, EMAIL_TIMEOUT = _mail["EMAIL_BACKEND"], 10
EMAIL_HOST, EMAIL_PORT = _mail.get("EMAIL_HOST") or "localhost", _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_USER") or "", _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = bool(_mail.get("EMAIL_USE_TLS")), bool(_mail.get("EMAIL_USE_SSL"))
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="toolgroups-admin@localhost")

# How often each process looks for what was published, and where it keeps the last good state for a start without database.
LIVE_POLL_SECONDS = env.float("LIVE_POLL_SECONDS", default=0.5)
STATE_FILE = env.str("STATE_FILE", default=str(VAR_DIR / "state.json"))

# Tools in code and interceptors around every resolving, as dotted paths; what a resolve request may hold at most.
TOOLGROUPS_TOOLS = env.list("TOOLGROUPS_TOOLS", default=[])
TOOLGROUPS_MCP_COMMANDS = env.json("TOOLGROUPS_MCP_COMMANDS", default={})
TOOLGROUPS_THROW_ON_TOOL_ERROR = env.bool("TOOLGROUPS_THROW_ON_TOOL_ERROR", default=False)
TOOL_CALL_DAYS = env.int("TOOL_CALL_DAYS", default=30)
CHAT_SECONDS = env.float("CHAT_SECONDS", default=300.0)
TOOLGROUPS_INTERCEPTORS = env.list("TOOLGROUPS_INTERCEPTORS", default=[])
RESOLVE_MAX_BYTES = env.int("RESOLVE_MAX_BYTES", default=2 * 1024 * 1024)
RESOLVE_MAX_MESSAGES = env.int("RESOLVE_MAX_MESSAGES", default=2000)
RESOLVE_MAX_ATTRIBUTES = env.int("RESOLVE_MAX_ATTRIBUTES", default=256)
RESOLVE_MAX_DEPTH = env.int("RESOLVE_MAX_DEPTH", default=32)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "toolgroups_admin.api.refusing.refused",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "ToolGroups Admin",
    "DESCRIPTION": "Which tools and instructions a language model sees, request by request.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "key": {"type": "http", "scheme": "bearer", "description": "An API key of the environment that answers."}
        }
    },
}

# With EDIT_BY_OWNERS=true an object that has an owner is edited by its owner and by publishers only.
EDIT_BY_OWNERS = env.bool("EDIT_BY_OWNERS", default=False)

# Which providers' formats lint looks at (all when empty), and what the tools of every request of a prompt may cost.
LINT_FORMATS = env.list("LINT_FORMATS", default=[])
LINT_MOST_TOKENS = env.int("LINT_MOST_TOKENS", default=4000)

# A prompt of 200 KB and a group with hundreds of tools fit; a form beyond that is refused before it is parsed.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

# With HTTPS=true the pages are reached by https through a proxy that sets X-Forwarded-Proto and removes what clients sent.
HTTPS = env.bool("HTTPS", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_AGE = 14 * 24 * 3600

# Batches: how long they and how many lines at most, and how workers share them. A lease is for how long a worker that
# says nothing keeps a chunk; with Redis several processes take chunks of one batch at once.
BATCH_DAYS = env.int("BATCH_DAYS", default=30)
BATCH_MOST_BYTES = env.int("BATCH_MOST_BYTES", default=200 * 1024 * 1024)
BATCH_MOST_LINES = env.int("BATCH_MOST_LINES", default=1_000_000)
BATCH_CHUNK_LINES = env.int("BATCH_CHUNK_LINES", default=1000)
BATCH_LEASE_SECONDS = env.float("BATCH_LEASE_SECONDS", default=60.0)
BATCH_PROCESSES = env.int("BATCH_PROCESSES", default=8 if REDIS_URL else 1)
FILE_UPLOAD_HANDLERS = [
    "toolgroups_admin.dryrun.batches.uploading.BoundedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# How long dry runs are kept, and how many chats a program may try at once.
DRYRUN_DAYS, SCENARIO_DAYS = env.int("DRYRUN_DAYS", default=30), env.int("SCENARIO_DAYS", default=0)
SCENARIO_HISTORY_DAYS = env.int("SCENARIO_HISTORY_DAYS", default=365)
DRYRUN_MAX_CONTEXTS = env.int("DRYRUN_MAX_CONTEXTS", default=100)
