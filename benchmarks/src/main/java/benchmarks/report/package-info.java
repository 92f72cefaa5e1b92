/**
 * Benchmarks as commands, and their reports.
 *
 * <pre>
 *   Benchmark ─► Report ─┬─► a section of a Markdown page: text, Table
 *   (sub-command)        ├─► Chart, BarChart ─► SVG
 *                        └─► Json
 * </pre>
 */
package benchmarks.report;
