        column[0] = state[i];
        column[1] = v;
        column[2] = v * fabs(v);
        column[3] = v * v * v;
        column[4] = fabs(load[i]) * state[i];
        column[5] = 1.0;
