"""Tests of chaodipi."""
