package seda.kernel;

/**
 * Marks a failure of a handler whose cause is known and logged already, like an outage of a server
 * that every event needs. The kernel counts it and tells the stage's listener as ever, but logs it
 * at DEBUG only: one line for each event would bury the line that names the cause.
 */
public interface KnownFailure {}
