"""Settings, filled from the environment; a `.env` file beside manage.py is read first when it is there."""

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")

INSTALLED_APPS = ["toolgroups_admin.catalog"]
USE_TZ = True
