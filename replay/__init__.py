"""Replay, judge, store and count games of Biblios and Biblios Dice: the library."""
