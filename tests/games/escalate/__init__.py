"""Tests of Escalate!"""
