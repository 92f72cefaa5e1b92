/** Sockets as stages. */
package seda.netio;
