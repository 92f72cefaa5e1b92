/**
 * A graph as others read it: as a drawing ({@link seda.kernel.export.GraphDot}), as data ({@link
 * seda.kernel.export.GraphJson}), and in JMX consoles ({@link seda.kernel.export.GraphBeans}).
 */
package seda.kernel.export;
