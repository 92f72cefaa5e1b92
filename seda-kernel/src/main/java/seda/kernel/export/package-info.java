/**
 * Exports a graph as a drawing ({@link seda.kernel.export.GraphDot}), as JSON ({@link
 * seda.kernel.export.GraphJson}), and in JMX ({@link seda.kernel.export.GraphBeans}).
 */
package seda.kernel.export;
