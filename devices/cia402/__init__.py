"""Arms whose joints are drives of the profile CiA 402 on a CANopen bus, mapped by the user's table."""
