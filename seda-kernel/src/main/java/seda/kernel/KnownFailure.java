package seda.kernel;

/**
 * Marks an exception whose cause is already logged, like an outage of a server that every event
 * needs. The kernel counts the failure and calls the stage's listener as usual, but logs it only at
 * DEBUG: one line per event would bury the line that names the cause.
 */
public interface KnownFailure {}
