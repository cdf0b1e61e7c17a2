"""The C codec under the address and undefined-behaviour sanitizers, with damaged and made-up bytes."""

import re
import subprocess

import pytest

from tests.devices.firmware.c_codec import FIRMWARE, HERE, compile_c

SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1")
ROUNDS = 20_000


@pytest.fixture(scope="module")
def fuzz(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sanitized")
    empty = folder / "empty.c"
    empty.write_text("int main(void) { return 0; }\n")
    try:
        compile_c(folder / "empty", empty, options=SANITIZERS)
        subprocess.run([folder / "empty"], check=True)
    except (subprocess.CalledProcessError, OSError):
        pytest.skip("this computer's compiler has no sanitizers")
    return compile_c(folder / "fuzz", HERE / "fuzz_codec.c", FIRMWARE / "torsion_codec.c", options=SANITIZERS)


@pytest.mark.parametrize("seed", range(3))
def test_the_c_codec_accesses_no_memory_out_of_bounds(fuzz, seed):
    done = subprocess.run([fuzz, str(ROUNDS), str(seed)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "NaN" not in done.stdout
    said, heard, damaged, uploads = map(int, re.findall(r"\d+", done.stdout))
    assert said > ROUNDS // 3
    assert min(heard, damaged) > ROUNDS // 20, "both ways were walked"
    assert uploads > ROUNDS // 200
