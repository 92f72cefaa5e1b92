/**
 * Admission policies: who is let into a stage's queue. Each can be put in force, and replaced, at
 * any time with {@link seda.kernel.Stage#admission}.
 *
 * <p>All are thread-safe, and none waits for anything.
 */
package seda.kernel.admission;
