        column[0] = state[i];
        column[1] = v;
        column[2] = v * fabs(v);
        column[3] = v * v * v;
        column[4] = fabs(load[i]) * state[i];
        column[5] = load[i] * load[i] * state[i];
        column[6] = v * stirred[i];
        column[7] = 1.0;
