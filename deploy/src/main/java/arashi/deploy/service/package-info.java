/** The service as a process: start, database, checks, stop. */
package arashi.deploy.service;
