/**
 * The snippets of {@code docs/kernel.md} and {@code docs/kernel-reference.md}, between {@code //
 * snippet} and {@code // end}, as code that is compiled and run. It uses what the kernel's modules
 * export and nothing else. {@link guide.GuideTest} compares the two.
 */
package guide;
