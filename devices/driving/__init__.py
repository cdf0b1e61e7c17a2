"""Parts of a controller of any family: signs of life, samples that wait, the motion under way."""
