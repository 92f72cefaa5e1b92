/**
 * Admission policies for stages. {@link seda.kernel.Stage#admission} installs or replaces one at
 * any time.
 *
 * <p>All policies are thread-safe and never block.
 */
package seda.kernel.admission;
