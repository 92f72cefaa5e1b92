/**
 * The static web server beside others: SPECweb99's file set, nginx and Apache with settings of the
 * bench's own, and a load that costs little.
 */
package benchmarks.web;
