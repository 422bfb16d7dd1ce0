"""DynamoDB Local on loopback: it has no option for an address and would listen on every one.

usage: dynamodb_local.py JAVA_HOME FOLDER_OF_JARS [its own options]
"""
import glob
import os
import sys

import jpype

home, jars, *options = sys.argv[1:]
machines = [found for name in ("libjvm.so", "libjvm.dylib") for found in glob.glob(f"{home}/lib/server/{name}")]
jpype.startJVM(
    machines[0],
    "-Xmx" + os.environ.get("DYNAMODB_HEAP_SIZE", "512m"),
    "-Djava.library.path=" + jars,
    classpath=glob.glob(jars + "/*.jar"),
)
server = jpype.JClass("com.amazonaws.services.dynamodbv2.local.main.ServerRunner").createServerFromCommandLineArgs(options)
field = server.getClass().getDeclaredField("server")
field.setAccessible(True)
for connector in field.get(server).getConnectors():
    connector.setHost("127.0.0.1")
server.start()
server.join()
