/** How results are shown: progress, Markdown tables, SVG plots, JSON. Nothing here measures. */
package benchmarks.report;
