"""Builders that read like sentences: who publishes with whom, and what became of a request."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Permission
from django.utils import timezone

from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases.approving import approve
from toolgroups_admin.releases.models import Environment, PublishRequest
from toolgroups_admin.releases.requested import Stage, stage_of


def publisher(name: str) -> User:
    user = User.objects.create(username=name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="publish"))
    return user


def for_two(environment: Environment, two: bool = True) -> None:
    environment.four_eyes = two
    environment.save()


def live_in(environment: Environment) -> int:
    release = Environment.objects.get(pk=environment.pk).release
    return release.number if release else 0


def stage(request: PublishRequest) -> Stage:
    return stage_of(PublishRequest.objects.get(pk=request.pk))


def approved(request: PublishRequest, by: User) -> PublishRequest:
    return approve(request, by=by, digest=request.digest)


def make_due(request: PublishRequest) -> None:
    PublishRequest.objects.filter(pk=request.pk).update(not_before=timezone.now() - timedelta(seconds=1))


def deeds(request: PublishRequest) -> list[tuple[str, str]]:
    return [(step.deed, step.by.username if step.by else "") for step in request.steps.order_by("id")]


def in_an_hour() -> Any:
    return timezone.now() + timedelta(hours=1)
