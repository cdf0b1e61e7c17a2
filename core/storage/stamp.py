"""The stamps live in ``core.stamp``; import them from there."""

from core.stamp import Clock as Clock
from core.stamp import software_name as software_name
from core.stamp import time_stamp as time_stamp
from core.stamp import utc_now as utc_now
