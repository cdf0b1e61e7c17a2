"""Elastostatics of the whole arm: springs in joints and links, reduced to the joints, and tool shifts."""
