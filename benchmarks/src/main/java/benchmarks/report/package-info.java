/**
 * How a benchmark is a command, and how its results are shown. Nothing here measures.
 *
 * <pre>
 *   Benchmark ─► Report ─┬─► a section of a Markdown page: text, Table
 *   (sub-command)        ├─► Chart, BarChart ─► SVG
 *                        └─► Json
 * </pre>
 */
package benchmarks.report;
