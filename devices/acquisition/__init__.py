"""From controller to ring and disk: nothing measured is lost."""
