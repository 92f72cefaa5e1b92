/** What work on a whole folder costs, and what it costs others. */
package benchmarks.jobs;
