"""LocalStack in host mode on loopback, which its own setting does not keep it to; its objects in the folder for temporary files."""
import os
from functools import partial

from twisted.internet import endpoints

endpoints.TCP4ServerEndpoint = partial(endpoints.TCP4ServerEndpoint, interface="127.0.0.1")

from localstack.runtime.main import main  # noqa: E402: it takes the class from there when it is imported
from localstack.services.s3 import provider  # noqa: E402

provider.DEFAULT_S3_TMP_DIR = os.environ["TMPDIR"] + "/s3"
main()
