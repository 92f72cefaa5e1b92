/**
 * The code of {@code docs/kernel.md} and {@code docs/kernel-reference.md}, between {@code //
 * snippet} and {@code // end}, compiled and run. It uses only packages that the kernel exports.
 * {@link guide.GuideTest} compares both.
 */
package guide;
