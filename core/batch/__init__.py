"""The same work on many visits: on the processes of this computer or on a cluster, one writer, resumable."""
