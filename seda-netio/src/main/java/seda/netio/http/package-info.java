/** HTTP/1.1 over the socket stages. */
package seda.netio.http;
