/**
 * Other ways to control overload, to compare with the product's: one class for each policy, found
 * by the kernel as a {@link seda.kernel.config.AdmissionProvider}, and the catalogue {@link
 * benchmarks.baselines.Baseline} with their settings.
 *
 * <pre>
 *   Baseline.settings ─► --config ─► seda.admission { kind } ─► AdmissionProvider ─► one policy for each stage
 * </pre>
 *
 * The threads of the stages call the policies.
 */
package benchmarks.baselines;
