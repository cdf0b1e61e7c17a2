        column[0] = tanh(v / torsion_v1[i]);
        column[1] = tanh(v / torsion_v2[i]) - tanh(v / torsion_v3[i]);
        column[2] = v;
