        column[0] = v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
        column[1] = v;
        column[2] = 1.0;
