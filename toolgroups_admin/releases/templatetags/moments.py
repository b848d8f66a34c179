"""Moments with their offset, in templates."""

from django import template

from ..moments import with_offset

register = template.Library()
register.filter("with_offset", with_offset)
